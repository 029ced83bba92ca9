/**
 * Measures ways to store code objects: each is written with the program's own writer, read again
 * and compared. {@code CodePool} collects the code, {@code Way} is what is tried, {@code Trial}
 * writes and reads its archives, {@code Arrangement} has the ways that no archive has, {@code
 * Estimate} measures, {@code Sharing} counts duplicates and sizes of packages.
 */
package org.kpackworkbench.model.analysis.estimate;
