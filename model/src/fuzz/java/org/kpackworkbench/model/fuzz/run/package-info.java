/**
 * The long run: starts the fuzzer for each target, keeps what it found, writes down how it went.
 */
package org.kpackworkbench.model.fuzz.run;
