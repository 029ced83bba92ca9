package org.kpackworkbench.model.analysis.diff;

import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * What is wrong with a side, so that some of it could not be compared.
 *
 * @param side its number, from 0
 * @param failure what is wrong
 */
public record SideProblem(int side, FormatException failure) {}
