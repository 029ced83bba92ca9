/**
 * The icons of the program and the one place that gives them names.
 *
 * <p>{@link org.kpackworkbench.icons.KpackIcon} is the catalogue; each of its icons is an SVG file
 * of one colour in {@code svg}. They are drawn in one manner: a grid of 16 by 16 with strokes 1.5
 * wide and round ends, as outlines of filled paths, solid shapes clockwise and holes
 * counter-clockwise. {@link org.kpackworkbench.icons.AppIcon} is the program's own icon in colour.
 *
 * <pre>{@code
 * button.setGraphic(KpackIcon.OPEN.node(IconSize.MEDIUM));
 * stage.getIcons().setAll(AppIcon.images());
 * }</pre>
 *
 * <pre>
 * .finding.error .kpack-icon { -kpack-icon-color: -color-danger-fg; }
 * </pre>
 */
package org.kpackworkbench.icons;
