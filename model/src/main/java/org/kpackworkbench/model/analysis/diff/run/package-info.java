/**
 * Opens comparisons: of files by what is in them, of folders by path, of a manifest and the disk.
 */
package org.kpackworkbench.model.analysis.diff.run;
