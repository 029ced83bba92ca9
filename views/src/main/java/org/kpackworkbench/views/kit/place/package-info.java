/**
 * Going from place to place: the current place, the history, and the listeners.
 *
 * <p>A {@link org.kpackworkbench.model.base.place.Place} is the only currency: tree, tables, hex
 * view, map, findings and links all select and show places through one {@link
 * org.kpackworkbench.views.kit.place.Navigator}.
 */
package org.kpackworkbench.views.kit.place;
