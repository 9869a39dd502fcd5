// SPDX-License-Identifier: MIT
export { SolveOffer as MissingTable } from './SolveOffer';
