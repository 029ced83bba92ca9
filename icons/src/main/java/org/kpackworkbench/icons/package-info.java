/** The icons of the program and the one place that gives them names. */
package org.kpackworkbench.icons;
