// In one place, so that it is a file of its own and no other page has it.
import '../../../ui/utilities/testbench.css';

export { Outlet as default } from 'react-router';
