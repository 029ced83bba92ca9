/** Views of an error in the program itself. */
package org.kpackworkbench.views.window.crash;
