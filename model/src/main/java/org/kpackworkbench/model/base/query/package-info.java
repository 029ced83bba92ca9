/**
 * The small language of filter boxes and of {@code --filter}.
 *
 * <p>A query is a row of conditions between spaces; a row of a list matches when it meets all of
 * them. Letters match in whatever case.
 *
 * <table>
 * <caption>Conditions</caption>
 * <tr><th>written</th><th>met when</th></tr>
 * <tr><td>{@code gemm}</td><td>some text field holds it</td></tr>
 * <tr><td>{@code name:gemm}</td><td>the field holds it; a field that is a number is it</td></tr>
 * <tr><td>{@code type:f16}</td><td>one of the field's words is it, where the field has words of a
 *     closed set ({@link Query.Row#isWords}): {@code f16 f32} does, {@code bf16} does not</td></tr>
 * <tr><td>{@code arch=gfx90a}</td><td>the field is it</td></tr>
 * <tr><td>{@code name:roc*lib}</td><td>the field is it, with any characters for each star</td></tr>
 * <tr><td>{@code arch:gfx90a|gfx942}</td><td>one of the values will do</td></tr>
 * <tr><td>{@code arch:MI250X}</td><td>the target is one that a GPU's name means</td></tr>
 * <tr><td>{@code size>1M}, {@code ratio>=2.5}</td><td>the field's number compares; also {@code <},
 *     {@code <=}</td></tr>
 * <tr><td>{@code index:0..4}, {@code size:1M..}</td><td>the field's number is one of these, both ends
 *     included</td></tr>
 * <tr><td>{@code -type:hsaco}</td><td>the condition behind the minus is not met</td></tr>
 * <tr><td>{@code name:"a b"}</td><td>as before; what is quoted is taken as it is, {@code \"} and
 *     {@code \\} are a quote and a backslash</td></tr>
 * </table>
 *
 * Numbers may have a unit K, M, G or T, powers of 1024, and may be hexadecimal: {@code 0x1000}. A
 * word may hold a colon where no field's name is before it: {@code gfx90a:xnack+}, {@code
 * rocprim::sort}.
 *
 * {@snippet class="tour.Snippets" region="query"}
 */
package org.kpackworkbench.model.base.query;
