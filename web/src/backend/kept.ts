// SPDX-License-Identifier: MIT
//
// Solved boards that the browser keeps from one visit to the next. They are named by the engine's version, since
// another one may not read them; what is of another version goes when something new comes. A browser may refuse to
// keep anything: then a board is solved anew.

const store = 'boards';
/** Some browsers neither open a database nor say why. */
const patience = 3000;

/** Does something with all that is kept. */
async function withStore<T>(
  mode: IDBTransactionMode,
  work: (boards: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    setTimeout(() => reject(new Error('the browser does not answer')), patience);
    const opening = indexedDB.open('quixo', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(store);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
    opening.onblocked = () => reject(new Error('another page holds it'));
  });
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(store, mode);
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

const nameOf = (version: string, rules: string) => `${version} ${rules}`;

/** The bytes of a board; nothing when there are none, or none to be had. */
export async function takeKept(version: string, rules: string): Promise<Uint8Array | null> {
  try {
    const found: unknown = await withStore('readonly', (boards) => boards.get(nameOf(version, rules)));
    return found instanceof Uint8Array ? found : null;
  } catch {
    return null;
  }
}

/** Whether it could be kept. */
export async function keep(version: string, rules: string, bytes: Uint8Array): Promise<boolean> {
  try {
    const names = await withStore('readonly', (boards) => boards.getAllKeys());
    for (const name of names)
      if (!String(name).startsWith(nameOf(version, '')))
        await withStore('readwrite', (boards) => boards.delete(name));
    await withStore('readwrite', (boards) => boards.put(bytes, nameOf(version, rules)));
    return true;
  } catch {
    return false;
  }
}

export async function forget(version: string, rules: string): Promise<void> {
  await withStore('readwrite', (boards) => boards.delete(nameOf(version, rules))).catch(() => undefined);
}
