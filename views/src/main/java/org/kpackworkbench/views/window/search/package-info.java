/** Finding things across everything that is open: kernels by their demangled name. */
package org.kpackworkbench.views.window.search;
