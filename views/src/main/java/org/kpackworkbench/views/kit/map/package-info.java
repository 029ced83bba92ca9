/**
 * Drawn maps: where everything lies in a file and in memory, and what takes the room.
 *
 * <p>A {@link org.kpackworkbench.views.kit.map.LayoutMap} draws a {@link
 * org.kpackworkbench.views.kit.map.LayoutMapModel}: lanes (the file, the address space) with nested
 * pieces, and links between lanes. {@link org.kpackworkbench.views.kit.map.OwnershipLayout} makes
 * such a model of any file; formats that know more make their own. A {@link
 * org.kpackworkbench.views.kit.map.Treemap} draws sizes of things in a tree. Models, zooming and
 * the placing of pieces know no screen.
 */
package org.kpackworkbench.views.kit.map;
