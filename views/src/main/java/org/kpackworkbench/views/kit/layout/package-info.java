/** The view that draws where everything lies in a file, and in memory where it is loaded. */
package org.kpackworkbench.views.kit.layout;
