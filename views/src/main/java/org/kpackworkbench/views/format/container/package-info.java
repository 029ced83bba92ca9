/** Views of LLVM's containers of device code: what they hold, their entries, their layout. */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.views.format.container;
