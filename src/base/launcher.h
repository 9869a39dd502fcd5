// SPDX-License-Identifier: MIT
//
// What mpirun, or the scheduler of a cluster, tells each process that it starts, known before MPI is, and in
// a program that is built without it.
#pragma once

namespace quixo {

/// How many processes were started together with this one, itself included, as far as that is told: 0 when no
/// launcher started it.
int launched_processes();

/// The number of this one among them, from 0: also when no launcher started it, or it does not tell.
int launched_rank();

}  // namespace quixo
