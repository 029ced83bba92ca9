/**
 * The forms of the operations that write files: make host-only, pack, restore, split, recombine,
 * make packages, overlay, extract, and the options of what has no dry run.
 *
 * <table>
 * <caption>The parts of a form</caption>
 * <tr><td>model</td><td>{@code ConvertModel}, {@code SplitModel} …: a field for each option that
 *     the operation describes, without nodes. A {@link
 *     org.kpackworkbench.views.operation.forms.FormModel} makes the request and the equal command
 *     line of them and runs the operation's plan in the background</td></tr>
 * <tr><td>pane</td><td>a {@code FormGrid} gives each field the control of the option's kind. A
 *     {@code FormPane} shows them beside the preview, with the command line below</td></tr>
 * <tr><td>preview</td><td>{@code ConvertRows}, {@code PackRows} …: the plan, and what was done, as a
 *     {@code FormReport} of rows, notes and a summary</td></tr>
 * <tr><td>result</td><td>a job runs the operation; {@code ResultPane} shows its {@code FormReport}, with
 *     the layouts before and after</td></tr>
 * </table>
 *
 * <p>{@link org.kpackworkbench.views.operation.forms.Forms} lists and opens them. {@code
 * FormActions} and {@code ArtifactActions} decide when each can be opened and with which paths;
 * {@code views.operation.extract} runs what its form requests.
 */
package org.kpackworkbench.views.operation.forms;
