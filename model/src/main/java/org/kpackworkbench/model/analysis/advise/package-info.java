/**
 * Advice about packages to install for some GPUs: of packages and artifacts the fewest, found by
 * what a loader opens in all of them together.
 */
package org.kpackworkbench.model.analysis.advise;
