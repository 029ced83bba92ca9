/**
 * Writes the report of a verification as text, JSON, HTML, Markdown, SARIF or JUnit XML.
 *
 * <p>{@code Reports} is the entry point; each format is one class. {@code ReportWords} has the
 * wording and grouping that the formats share. Output is streamed. Text from files is escaped in
 * every format.
 */
package org.kpackworkbench.model.analysis.verify.report;
