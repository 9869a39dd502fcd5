// SPDX-License-Identifier: MIT
//
// quixo._core: the public interface (include/quixo) as Python sees it, and nothing else of ours. It is kept
// as flat as it can be: numbers, texts, tuples and arrays go in and out, and what makes them pleasant is
// written in Python, beside this file. The interpreter lock is released wherever the library works.
//
// Long work runs on a thread of its own while the caller's waits for it, looks for Ctrl-C and shows progress:
// only there may Python be called.
#include "core.h"

namespace quixo::python {
namespace {

void add_errors(py::module_& module) {
  const auto tuple = [](const auto&... types) { return py::make_tuple(types...); };
  const py::handle value_error = PyExc_ValueError;
  const auto& error = py::register_exception<Error>(module, "Error");
  py::register_exception<BadRules>(module, "BadRules", tuple(error, value_error));
  py::register_exception<BadPosition>(module, "BadPosition", tuple(error, value_error));
  py::register_exception<BadMove>(module, "BadMove", tuple(error, value_error));
  py::register_exception<MissingTable>(module, "MissingTable", tuple(error, py::handle(PyExc_LookupError)));
  const auto& damaged = py::register_exception<DamagedTable>(module, "DamagedTable", error);
  py::register_exception<Contradiction>(module, "Contradiction", damaged);
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  module.doc() = "The library behind the package quixo. Use the package.";
  module.attr("version") = std::string(version);
  add_errors(module);
  add_game(module);
  add_tables(module);
  add_search(module);
}

}  // namespace quixo::python
