/** Views of LLVM's containers of device code: what they hold, their entries, their layout. */
package org.kpackworkbench.views.format.container;
