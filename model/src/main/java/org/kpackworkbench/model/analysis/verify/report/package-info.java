/**
 * What a verification found, as a document: text, JSON, HTML, Markdown, SARIF or JUnit XML. All of
 * them are written as they are made, and text from files cannot break out of them.
 */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.analysis.verify.report;
