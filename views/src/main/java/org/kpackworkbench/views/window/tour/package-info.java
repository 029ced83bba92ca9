/** A tour through the real window: a card that points to a part of it, step by step. */
package org.kpackworkbench.views.window.tour;
