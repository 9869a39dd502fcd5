// SPDX-License-Identifier: MIT
#include "apps/line_editor.h"

#include <fmt/format.h>
#include <histedit.h>
#include <poll.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <string_view>

#include "quixo/error.h"

namespace quixo::apps {
namespace {

std::size_t columns_of_terminal() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string in_columns(const std::vector<std::string>& words) {
  const std::size_t width = std::ranges::max(words, {}, &std::string::size).size() + 2;
  const std::size_t a_line = std::max<std::size_t>(1, columns_of_terminal() / width);
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += fmt::format("{}{:<{}}", i % a_line == 0 ? "\n" : "", words[i], width);
  return text + '\n';
}

/// What all of them begin with.
std::string common_beginning(const std::vector<std::string>& words) {
  std::string common = words.front();
  for (const std::string& word : words) common.erase(std::ranges::mismatch(common, word).in1, common.end());
  return common;
}

struct Descriptor {
  Descriptor() = default;
  ~Descriptor() {
    if (number >= 0) close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number = -1;
};

struct End {
  void operator()(EditLine* editor) const { el_end(editor); }
  void operator()(History* history) const { history_end(history); }
};

}  // namespace

class LineEditor::Edit {
 public:
  Edit(int ends, Complete complete) : complete_(std::move(complete)), ends_(ends) {
    sigemptyset(&window_signals_);
    sigaddset(&window_signals_, SIGWINCH);
    sigaddset(&window_signals_, SIGTSTP);
    window_.number = signalfd(-1, &window_signals_, SFD_CLOEXEC);
    std::setlocale(LC_CTYPE, "C.UTF-8");  // libedit thinks in wide characters
    history_.reset(history_init());
    editor_.reset(el_init("quixo", stdin, stdout, stderr));
    if (window_.number < 0 || !editor_ || !history_) throw Error("cannot read from the terminal");
    HistEvent event{};
    history(history_.get(), &event, H_SETSIZE, 1000);
    history(history_.get(), &event, H_SETUNIQUE, 1);
    el_set(editor_.get(), EL_CLIENTDATA, this);
    el_set(editor_.get(), EL_EDITOR, "emacs");
    el_set(editor_.get(), EL_HIST, history, history_.get());
    el_set(editor_.get(), EL_PROMPT, &Edit::prompt);
    el_set(editor_.get(), EL_GETCFN, &Edit::read_character);
    el_set(editor_.get(), EL_ADDFN, "quixo-complete", "complete a command or a move", &Edit::complete);
    el_set(editor_.get(), EL_BIND, "^I", "quixo-complete", nullptr);
    el_set(editor_.get(), EL_BIND, "^R", "em-inc-search-prev", nullptr);
    el_source(editor_.get(), nullptr);  // what the person has set for all programs
  }
  std::optional<std::string> next(const std::string& prompt) {
    prompt_ = prompt;
    partial_ = {};
    // Only while the terminal is in the editor's mode are these taken from the system.
    pthread_sigmask(SIG_BLOCK, &window_signals_, nullptr);
    // Before the prompt: who answers it at once must not meet a terminal that still treats keys on its own.
    el_set(editor_.get(), EL_PREP_TERM, 1);
    el_resize(editor_.get());
    int count = 0;
    const char* line = el_gets(editor_.get(), &count);
    pthread_sigmask(SIG_UNBLOCK, &window_signals_, nullptr);
    if (line == nullptr) return std::nullopt;
    std::string text(line, static_cast<std::size_t>(count));
    if (text.ends_with('\n')) text.pop_back();
    HistEvent event{};
    if (text.find_first_not_of(' ') != std::string::npos)
      history(history_.get(), &event, H_ENTER, text.c_str());
    return text;
  }

 private:
  static Edit& of(EditLine* editor) {
    void* self = nullptr;
    el_get(editor, EL_CLIENTDATA, &self);
    return *static_cast<Edit*>(self);
  }

  static char* prompt(EditLine* editor) { return of(editor).prompt_.data(); }

  /// 1 when there is one, 0 at the end of the input.
  static int read_character(EditLine* editor, wchar_t* character) {
    Edit& self = of(editor);
    while (true) {
      pollfd sources[] = {
          {STDIN_FILENO, POLLIN, 0}, {self.ends_, POLLIN, 0}, {self.window_.number, POLLIN, 0}};
      if (poll(sources, 3, -1) < 0) continue;
      if (sources[1].revents != 0) return 0;
      if (sources[2].revents != 0) {
        self.obey_window();
        continue;
      }
      char byte = 0;
      if (read(STDIN_FILENO, &byte, 1) <= 0) return 0;
      switch (std::mbrtowc(character, &byte, 1, &self.partial_)) {
        case static_cast<std::size_t>(-2):  // goes on with the next byte
          continue;
        case static_cast<std::size_t>(-1):
          self.partial_ = {};
          *character = L'?';
          return 1;
        default:
          return 1;
      }
    }
  }

  void obey_window() {
    signalfd_siginfo signal{};
    if (read(window_.number, &signal, sizeof signal) != sizeof signal) return;
    if (signal.ssi_signo == SIGTSTP) {
      el_set(editor_.get(), EL_PREP_TERM, 0);
      raise(SIGSTOP);
      el_set(editor_.get(), EL_PREP_TERM, 1);
    }
    el_resize(editor_.get());
    std::fputs("\r\x1b[J", stdout);  // libedit writes the line anew wherever the cursor is
    el_set(editor_.get(), EL_REFRESH);
  }

  static unsigned char complete(EditLine* editor, int /*key*/) {
    const LineInfo* line = el_line(editor);
    const std::string begun(line->buffer, line->cursor);
    const std::vector<std::string> words = of(editor).complete_(begun);
    if (words.empty()) return CC_ERROR;
    const std::string more = common_beginning(words).substr(begun.size());
    if (!more.empty()) return el_insertstr(editor, more.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
    if (words.size() == 1) return CC_NORM;
    const std::string list = in_columns(words);
    std::fwrite(list.data(), 1, list.size(), stdout);
    return CC_REDISPLAY;
  }

  Complete complete_;
  int ends_;
  sigset_t window_signals_{};
  Descriptor window_;
  std::unique_ptr<History, End> history_;
  std::unique_ptr<EditLine, End> editor_;  ///< Uses the history: it ends first.
  std::string prompt_;
  std::mbstate_t partial_{};
};

bool LineEditor::can_edit() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 && terminal != nullptr &&
         *terminal != '\0' && std::string_view(terminal) != "dumb";
}

LineEditor::LineEditor(int ends, Complete complete)
    : edit_(std::make_unique<Edit>(ends, std::move(complete))) {}
LineEditor::~LineEditor() = default;

std::optional<std::string> LineEditor::next(const std::string& prompt) { return edit_->next(prompt); }

}  // namespace quixo::apps
