/** The databases that the program knows of itself, one class each. */
package org.kpackworkbench.model.format.database.known;
