/** Small controls that several views share. */
package org.kpackworkbench.views.kit.text;
