/** Which wrapper of which binary has code for which architecture, as a grid with its holes. */
package org.kpackworkbench.views.analysis.coverage;
