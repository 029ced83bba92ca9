/**
 * Runs the rules: reads files, decompresses their contents on all processors, and collects the
 * findings.
 *
 * <p>{@code Verify} opens the inputs of a {@code VerifyRequest} and returns a {@code VerifyReport}.
 * {@code TreeRun} walks files and folders, {@code PackedRun} unpacks packed artifacts first, {@code
 * FileCheck} creates the subjects of one file, {@code BlobPass} those of an archive's blobs. {@code
 * Checks} applies the rules to a subject. {@code StandardRules} lists the rules, {@code Baseline}
 * separates known findings from new ones, and {@code RulesOfContent} checks edited content before
 * it is written.
 *
 * {@snippet class="tour.Snippets" region="verify"}
 */
package org.kpackworkbench.model.analysis.verify.run;
