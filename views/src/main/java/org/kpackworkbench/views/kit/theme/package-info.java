/**
 * Look of the window: light, dark and high contrast, zoom, and the one palette.
 *
 * <p>{@link org.kpackworkbench.views.kit.theme.OwnerColors} says which colour and pattern a byte's
 * owner has, everywhere: map, hex, treemap, grid, tree. A view that draws itself takes {@code
 * ObservableValue<OwnerColors>} and redraws when it changes; a view made of controls uses style
 * classes and the looked-up colours of AtlantaFX ({@code -color-fg-muted}, …).
 */
package org.kpackworkbench.views.kit.theme;
