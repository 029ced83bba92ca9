/** What the window shows about an error in the program itself. */
package org.kpackworkbench.views.window.crash;
