/**
 * Runs the rules: reads files, decompresses what is compressed on all processors, and collects what
 * is found.
 */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.analysis.verify.run;
