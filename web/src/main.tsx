// SPDX-License-Identifier: MIT
//
// The page that `quixo serve` shows. site.tsx is the same without a server.
import './backend/server';
import { show } from './page';

show();
