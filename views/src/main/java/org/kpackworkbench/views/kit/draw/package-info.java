/**
 * Common parts of views that draw themselves.
 *
 * <p>A {@link org.kpackworkbench.views.kit.draw.DrawnRegion} is a canvas that is drawn once a pulse
 * at most, in colours and fonts that come from the stylesheets ({@code -drawn-text}, …) and the
 * palette of owners. {@link org.kpackworkbench.views.kit.draw.LongScrollBar} scrolls by {@code
 * long} rows, {@link org.kpackworkbench.views.kit.draw.HoverTip} says what the pointer is on,
 * {@link org.kpackworkbench.views.kit.draw.AxisTicks} finds round numbers for an axis.
 */
package org.kpackworkbench.views.kit.draw;
