/**
 * The actions of the user, and their handlers.
 *
 * <p>{@link org.kpackworkbench.views.kit.action.ActionId} is the catalogue. The window and each
 * view say what they handle through {@link org.kpackworkbench.views.kit.action.ActionHandlers};
 * {@link org.kpackworkbench.views.kit.action.Actions} finds the handler for the focus and the
 * active view; {@link org.kpackworkbench.views.kit.action.ActionControls} makes menus and buttons.
 * Nothing in the window runs anything but through an action.
 */
package org.kpackworkbench.views.kit.action;
