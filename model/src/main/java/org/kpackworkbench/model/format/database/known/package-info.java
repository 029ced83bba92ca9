/** The databases that the program knows of itself, one class each. */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.format.database.known;
