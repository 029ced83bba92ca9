package org.kpackworkbench.model.format.tensile;

import java.util.OptionalLong;

/**
 * A node of the tree by which a library chooses a solution.
 *
 * @param label what leads to it: a predicate, a name, sizes
 * @param type its type as the library writes it; {@code row} for a row of a table
 * @param at where it is in the library's MessagePack
 * @param below how many nodes are directly below it
 * @param solution the index of the solution that it chooses
 * @param child the name of the file beside the library that is loaded here, without its ending;
 *     empty for any other node
 */
public record SelectionNode(
    String label, String type, long at, long below, OptionalLong solution, String child) {}
