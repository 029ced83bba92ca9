/** Guides inside the window: pages of text with commands and pictures, written in Markdown. */
package org.kpackworkbench.views.window.guide;
