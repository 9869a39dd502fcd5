// SPDX-License-Identifier: MIT
declare module '@engine/engine.wasm?url' {
  const url: string;
  export default url;
}
