/** The first view of a file: what it is in a sentence, sizes, facts, and what is wrong with it. */
package org.kpackworkbench.views.kit.overview;
