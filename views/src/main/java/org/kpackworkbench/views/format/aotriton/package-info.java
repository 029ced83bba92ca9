/** AOTriton's packed kernels in the window. */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.views.format.aotriton;
