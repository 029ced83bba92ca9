/**
 * Views of static libraries: their members, and for each member that is a host binary the same
 * views that a file of its own has.
 */
package org.kpackworkbench.views.format.ar;
