/**
 * Writes comparisons as text, HTML, Markdown, JSON, or a list of differences like a patch. {@code
 * ComparisonExport} walks the rows and passes each to the sink of the requested format; nothing is
 * kept in memory.
 */
package org.kpackworkbench.model.analysis.diff.export;
