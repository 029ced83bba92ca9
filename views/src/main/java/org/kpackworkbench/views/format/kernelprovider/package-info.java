/** hip-kernel-provider's descriptors in the window. */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.views.format.kernelprovider;
