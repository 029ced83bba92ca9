/**
 * The rules of verification. A file {@code XRules} holds the rules about one subject as nested
 * classes; a file {@code XRule} is the superclass of rules that are applied to the same things.
 *
 * <table>
 *   <caption>Files by what they check</caption>
 *   <tr><td>{@code FileRules}</td><td>any file: its kind, and whether it can be read</td></tr>
 *   <tr><td>{@code OpeningRules}, {@code TableRules}, {@code RowRules}, {@code BlobRules}, {@code
 *       FrameRules}</td><td>a kpack archive, from its header to the content of its frames</td></tr>
 *   <tr><td>{@code BundleRules}, {@code CodeObjectRules}</td><td>bundles and code objects, in
 *       archives, host binaries or files of their own</td></tr>
 *   <tr><td>{@code ElfRules}, {@code DeviceCodeRules}, {@code WrapperRules}, {@code
 *       MarkerRules}</td><td>a host binary by itself</td></tr>
 *   <tr><td>{@code FiledCodeRules}, {@code TreeMarkerRule}</td><td>a host-only binary together with
 *       its archives and its tree</td></tr>
 *   <tr><td>{@code ArtifactRule}, {@code ArtifactContentRules}, {@code DatabaseRule}, {@code
 *       TreeFileRule}, {@code NameRule}</td><td>artifacts and trees</td></tr>
 * </table>
 *
 * <p>Rules have no state: one instance is used by many threads. {@code run.StandardRules} lists
 * them in the order in which reports show them.
 */
package org.kpackworkbench.model.analysis.verify.rules;
