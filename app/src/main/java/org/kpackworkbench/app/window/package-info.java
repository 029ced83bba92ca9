/** The window: which parts it is put together from, and how it is started. */
package org.kpackworkbench.app.window;
