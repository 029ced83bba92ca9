/**
 * Reports about resolved binaries, trees and logs, as facts and tables.
 *
 * <p>{@link org.kpackworkbench.model.analysis.resolve.report.ResolveReport} describes a binary or a
 * tree, {@link org.kpackworkbench.model.analysis.resolve.report.CompareReport} one binary with two
 * set-ups, {@link org.kpackworkbench.model.analysis.resolve.report.LogReport} the loads in a debug
 * log.
 */
package org.kpackworkbench.model.analysis.resolve.report;
