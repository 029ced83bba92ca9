/**
 * The answer to "does this GPU get its code, and if not, why?" for each wrapper of a binary and
 * each target: a loader is simulated, and its answer is classified once for all that ask.
 */
package org.kpackworkbench.model.analysis.resolve.answer;
