/**
 * Pictures of views as PNG files, on a screen or without one.
 *
 * <pre>{@code
 * Scene scene = Snapshots.offScreen(view, 1280, 800, Theme.DARK);
 * // ... let it load ...
 * Snapshots.save(Snapshots.of(scene), Path.of("view.png"));
 * }</pre>
 */
package org.kpackworkbench.views.kit.picture;
