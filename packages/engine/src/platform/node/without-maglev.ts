import { setFlagsFromString } from 'node:v8';

/**
 * Importing this turns V8's middle compiler off in this process. In Node 24 and 26 it now and then
 * lets two objects of one literal share the boxes of their numbers, so that writing one changes the
 * other: the same picture then gives another film, in about one process of twenty. See ADR 0022.
 */
setFlagsFromString('--no-maglev');
