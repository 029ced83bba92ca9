/** Comparisons written down: text, HTML, Markdown, JSON, and lines like those of a patch. */
package org.kpackworkbench.model.analysis.diff.export;
