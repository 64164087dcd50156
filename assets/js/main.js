// SPDX-License-Identifier: Apache-2.0
// What pages gain when JavaScript runs: copy buttons, the colour scheme. Every page reads without it.
import { startCopying } from './copy.js';
import { startScrolling } from './scrolling.js';
import { startScheme } from './scheme-toggle.js';

startScheme();
startCopying();
startScrolling();
