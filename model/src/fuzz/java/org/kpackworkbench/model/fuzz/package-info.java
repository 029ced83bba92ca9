/**
 * One fuzz target for each reader. A target does all that a user could do with what was read; what
 * a reader is documented to throw may come out, nothing else, and memory stays bounded whatever the
 * bytes say.
 */
package org.kpackworkbench.model.fuzz;
