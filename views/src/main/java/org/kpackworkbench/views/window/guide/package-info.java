/**
 * Guides inside the window: pages of text with commands and pictures, written in the part of
 * Markdown that {@link org.kpackworkbench.views.window.guide.GuideText} knows.
 */
package org.kpackworkbench.views.window.guide;
