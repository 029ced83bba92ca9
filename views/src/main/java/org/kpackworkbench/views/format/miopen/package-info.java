/** MIOpen's text databases in the window. */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.views.format.miopen;
